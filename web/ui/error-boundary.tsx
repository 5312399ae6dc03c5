import { Component, type ReactNode } from 'react'

type Props = {
  /** What stands in the place of what failed. */
  fallback: (error: unknown) => ReactNode
  /** Another one gives its content another try. */
  resetBy: string
  children: ReactNode
}
type State = { failed?: { error: unknown; at: string } | undefined }

/** Catches what could not be drawn below it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error, at: '' } }
  }

  static getDerivedStateFromProps({ resetBy }: Props, { failed }: State): State | null {
    if (!failed) return null
    if (!failed.at) return { failed: { ...failed, at: resetBy } }
    return failed.at === resetBy ? null : { failed: undefined }
  }

  override render() {
    const { failed } = this.state
    return failed ? this.props.fallback(failed.error) : this.props.children
  }
}
