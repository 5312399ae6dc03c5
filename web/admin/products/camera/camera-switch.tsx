import { Camera, CameraOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading } from '../../../ui/skeleton.tsx'

const CameraView = lazy(async () => ({ default: (await import('./camera-view.tsx')).CameraView }))

/** Switches the camera on and off; it reads one code after the other. `onCode` gets each code in full. */
export function CameraSwitch({ onCode }: { onCode: (code: string) => void }) {
  const [isOn, setOn] = useState(false)
  return (
    <>
      <IconButton
        className="mt-6"
        icon={isOn ? CameraOff : Camera}
        label={isOn ? 'Kamerayı kapat' : 'Kamerayla okut'}
        onClick={() => setOn(!isOn)}
      />
      {isOn && (
        <div className="col-span-full mt-3 max-w-md">
          <Suspense fallback={<Loading />}>
            <CameraView
              continuous
              advice="Aynı maldan birkaç koli varsa adedini yazın."
              busy={false}
              onCode={(_, code) => onCode(code)}
              onFailed={() => setOn(false)}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}
