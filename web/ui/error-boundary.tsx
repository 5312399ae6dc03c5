import { Component, type ReactNode } from 'react'

type Props = {
  /** Rendered instead of the content that failed. */
  fallback: (error: unknown) => ReactNode
  /** A changed value renders the content again. */
  resetBy: string
  children: ReactNode
}
type State = { failed?: { error: unknown; at: string } | undefined }

/** Catches rendering errors of its children. */
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
