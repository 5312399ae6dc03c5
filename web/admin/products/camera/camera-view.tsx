import { RotateCw, ScanLine } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { barcodeIn } from '#contract/gs1.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { closeCamera, openCamera } from './camera.ts'
import { openReader, type Reader } from './readers.ts'
import { CONTINUOUS_COOLDOWN, COOLDOWN, SAME_CODE_IGNORED, scan } from './scanning.ts'

type CameraViewProps = {
  /**
   * Called with the barcode in a code that was read, and with the whole code, which may also contain a package's lot
   * and expiry. Scanning then stops until the user restarts it, unless it is `continuous`.
   */
  onCode: (barcode: string, code: string) => void
  /** Scanning continues after a code. A code that stays in the picture or soon returns is read once. */
  continuous?: boolean
  /** Advice that is shown after what `continuous` means. */
  advice?: string
  /** The last barcode is still being looked up: scanning pauses. */
  busy: boolean
  /** Called when the camera failed, after an alert. */
  onFailed: () => void
}

/** The camera's picture, scanned until a barcode is read. The camera is released on unmount. */
export function CameraView({ onCode, continuous = false, advice, busy, onFailed }: CameraViewProps) {
  const { video, reader } = useCamera(onFailed)
  const [isScanning, setScanning] = useState(true)
  const [round, setRound] = useState(0)
  const notBefore = useRef(0)
  const last = useRef({ code: '', at: Number.NEGATIVE_INFINITY })
  const found = useEffectEvent((code: string) => {
    const now = performance.now()
    const isSame = continuous && last.current.code === code && now - last.current.at < SAME_CODE_IGNORED
    last.current = { code, at: now }
    notBefore.current = now + (continuous ? CONTINUOUS_COOLDOWN : COOLDOWN)
    if (continuous) setRound(round + 1)
    else setScanning(false)
    if (!isSame) onCode(barcodeIn(code), code)
  })
  const failed = useEffectEvent((error: Error) => fail(error.message, onFailed))
  const isReading = isScanning && !busy
  useEffect(() => {
    if (!isReading || !reader || !video.current) return
    return scan({ video: video.current, reader, notBefore: notBefore.current, onFound: found, onError: failed })
  }, [isReading, reader, video, round])
  useEffect(() => {
    if (isReading && reader) announce('Kamera barkod arıyor')
  }, [isReading, reader])
  return (
    <div className="grid gap-3">
      <div className="relative aspect-4/3 overflow-clip rounded-md border border-line bg-surface-sunken">
        <video ref={video} muted playsInline aria-label="Kamera görüntüsü" className="size-full object-cover" />
        {!reader && (
          <span className="absolute inset-0 grid place-items-center text-ink-soft">
            <Spinner />
          </span>
        )}
        {isReading && reader && (
          <ScanLine aria-hidden className="absolute inset-0 m-auto size-24 text-on-brand opacity-80" />
        )}
      </div>
      {isScanning ? (
        <p className="text-ink-soft text-sm">
          Barkodu görüntünün ortasına tutun.{continuous && ` ${READ_ONCE}`} {advice}
        </p>
      ) : (
        <Button block icon={RotateCw} disabled={busy} onClick={() => setScanning(true)}>
          Yeniden tara
        </Button>
      )}
    </div>
  )
}

const READ_ONCE = `Aynı kod ${SAME_CODE_IGNORED / 1000} saniye içinde bir kez sayılır.`

/** Opens the camera in a `video` element and returns the barcode reader once both are ready. */
function useCamera(onFailed: () => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [reader, setReader] = useState<Reader>()
  const failed = useEffectEvent((reason: string) => fail(reason, onFailed))
  useEffect(() => {
    let isUnmounted = false
    let release = () => {}
    const start = async () => {
      const stream = await openCamera()
      release = () => closeCamera(stream)
      if (isUnmounted) return release()
      const opened = await openReader()
      release = () => {
        closeCamera(stream)
        opened.close()
      }
      if (isUnmounted || !video.current) return release()
      stream.getVideoTracks()[0]?.addEventListener('ended', () => failed('kamera bağlantısı kesildi'))
      video.current.srcObject = stream
      await video.current.play()
      setReader(opened)
    }
    start().catch((error: Error) => {
      release()
      if (!isUnmounted) failed(error.message)
    })
    return () => {
      isUnmounted = true
      release()
    }
  }, [])
  return { video, reader }
}

function fail(reason: string, onFailed: () => void) {
  window.alert(`Kamera başlatılamadı: ${reason}`)
  onFailed()
}
