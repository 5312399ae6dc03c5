import { ShortcutList } from '../ui/shortcut-list.tsx'
import { openDialog } from './open-dialog.tsx'

/** Opens the list of keyboard shortcuts from a menu, as its key may be switched off. */
export const openShortcuts = () => openDialog(close => <ShortcutList open onOpenChange={close} />)
