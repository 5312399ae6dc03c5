import { ApiError } from '../api.ts'
import { type Session, startSession } from '../current-session.ts'
import { deleteStoredForm } from '../forms/stored-forms.ts'

/** Starts a session for which stored forms must be deleted, those of other users first. Throws if that is not enough. */
export function startInFullStorage(started: Session) {
  while (deleteStoredForm(started.user.id)) if (startSession(started)) return
  throw new ApiError(507, 'storage_full', FULL)
}

const FULL =
  'Tarayıcınızın depolama alanı dolu olduğu için oturum açılamadı. Tarayıcı ayarlarından yer açıp yeniden deneyin.'
