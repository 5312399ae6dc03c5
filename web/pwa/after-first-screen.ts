import { type ComponentType, lazy } from 'react'
import { whenIdle } from './when-idle.ts'

/** A component without looks that comes after the first screen; where its code cannot be had, nothing comes. */
export const afterFirstScreen = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    whenIdle()
      .then(load)
      .then(
        found => ({ default: found }),
        () => ({ default: Nothing }),
      ),
  )

const Nothing: ComponentType = () => null
