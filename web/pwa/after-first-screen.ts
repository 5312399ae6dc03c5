import { type ComponentType, lazy } from 'react'
import { whenIdle } from './when-idle.ts'

/**
 * A lazy component that its screen can do without, loaded after the first screen; if its code cannot be loaded, it
 * renders nothing.
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
