/** Opens the rear camera if there is one, at a low resolution for fast reading. Throws with a message to display. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers provide the camera only in secure contexts.
  if (!window.isSecureContext) throw new Error('kamera yalnızca güvenli bağlantıda (https) kullanılabilir')
  if (!navigator.mediaDevices) throw new Error('bu tarayıcı kamerayı desteklemiyor')
  const video = { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: { ideal: 'environment' } }
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: false })
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  }
}

export function closeCamera(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

const REASONS: Record<string, string> = {
  NotAllowedError: 'kamera izni verilmedi',
  SecurityError: 'kamera izni verilmedi',
  NotFoundError: 'kamera bulunamadı',
  OverconstrainedError: 'uygun bir kamera bulunamadı',
  NotReadableError: 'kamera başka bir uygulama tarafından kullanılıyor',
  AbortError: 'kamera başka bir uygulama tarafından kullanılıyor',
}

const reasonOf = (error: unknown) =>
  (error instanceof Error && (REASONS[error.name] ?? error.message)) || 'bilinmeyen hata'
