import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'

/** Selects the answers to the questions about lots. */
export const ANSWERS = '[data-lot-question] button'

type QuestionStripProps = { text: string; answers: readonly { label: string; onAnswer: () => void }[] }

/** A question about a lot, with a button for each answer. */
export const QuestionStrip = ({ text, answers }: QuestionStripProps) => (
  <AlertStrip
    kind="warning"
    action={
      <span data-lot-question className="flex flex-wrap gap-2">
        {answers.map(({ label, onAnswer }) => (
          <Button key={label} size="small" onClick={onAnswer}>
            {label}
          </Button>
        ))}
      </span>
    }
  >
    {text}
  </AlertStrip>
)
