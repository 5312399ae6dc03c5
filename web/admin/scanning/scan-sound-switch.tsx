import { Volume2, VolumeX } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { scanSound, switchScanSound } from './scan-sound.ts'

/** Switches the sound of scans on and off. */
export function ScanSoundSwitch() {
  const isOn = scanSound.use()
  return (
    <IconButton
      icon={isOn ? Volume2 : VolumeX}
      label="Okutma sesi"
      aria-pressed={isOn}
      onClick={() => switchScanSound(!isOn)}
    />
  )
}
