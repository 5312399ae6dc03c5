import { type ComponentType, lazy } from 'react'
import { quiet } from './quiet.ts'

/** A component without looks that comes after the first screen; where its code cannot be had, nothing comes. */
export const afterFirstScreen = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    quiet()
      .then(load)
      .then(
        found => ({ default: found }),
        () => ({ default: Nothing }),
      ),
  )

const Nothing: ComponentType = () => null
