import { ReportsView } from './reports-view.tsx'

/** What the business looks like from above. */
export function ReportsTab() {
  return <ReportsView chooser={null} />
}
