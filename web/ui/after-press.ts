/** How long after its pointer was released a press may still get its click, in milliseconds. */
const CLICK_FOLLOWS = 400

let isPressing = false
let giveUp: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

// On the window and before other listeners, so that what a press itself does to the screen comes after its start.
addEventListener('pointerdown', begin, true)
addEventListener('pointercancel', end, true)
addEventListener('pointerup', endUnlessClicked, true)
// After the click's own listeners, which React has on the root.
addEventListener('click', end)

/**
 * Runs work that moves the layout: at once, or, while a finger or button is pressed, after its click. Leaving a field
 * shows errors, and a press that leaves it must reach what it was aimed at. On a touch screen, the field loses the focus
 * only after the finger was lifted.
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
