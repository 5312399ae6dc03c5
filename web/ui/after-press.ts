/** How long after the pointer was released the click of a press may still follow, in milliseconds. */
const CLICK_FOLLOWS = 400

let isPressing = false
let giveUp: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

// In the capture phase of the window, so that it precedes the listeners that change the screen on a press.
addEventListener('pointerdown', begin, true)
addEventListener('pointercancel', end, true)
addEventListener('pointerup', endUnlessClicked, true)
// In the bubble phase of the window, so that it follows the click handlers, which React attaches to the root.
addEventListener('click', end)

/**
 * Runs work that moves the layout: immediately, or, while a finger or button is pressed, after its click. Leaving a
 * field shows errors below it, and a press that leaves the field must still hit its target. On a touch screen, the
 * field loses the focus only after the finger was lifted.
 */
export function afterPress(work: () => void) {
  if (isPressing) waiting.push(work)
  else work()
}

function begin() {
  clearTimeout(giveUp)
  isPressing = true
}

function endUnlessClicked() {
  clearTimeout(giveUp)
  giveUp = setTimeout(end, CLICK_FOLLOWS)
}

function end() {
  clearTimeout(giveUp)
  isPressing = false
  const due = waiting
  waiting = []
  for (const work of due) work()
}
