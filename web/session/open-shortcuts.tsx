import { ShortcutList } from '../ui/shortcut-list.tsx'
import { openDialog } from './open-dialog.tsx'

/** Opens the list of keyboard shortcuts, which is how it is reached when its key is switched off. */
export const openShortcuts = () => openDialog(close => <ShortcutList open onOpenChange={close} />)
