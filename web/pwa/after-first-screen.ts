import { type ComponentType, lazy } from 'react'
import { whenIdle } from './when-idle.ts'

/**
 * A lazy component that is not essential to its screen, loaded after the first screen. It renders nothing if its code
 * cannot be loaded.
 */
export const afterFirstScreen = <Props = object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    whenIdle()
      .then(load)
      .then(
        found => ({ default: found }),
        () => ({ default: Nothing }),
      ),
  )

const Nothing = () => null
