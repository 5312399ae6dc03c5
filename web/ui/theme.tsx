import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Segmented } from './segmented.tsx'
import { store } from './storage.ts'

const THEMES = [
  { value: 'system', label: 'Sistem', icon: Monitor },
  { value: 'light', label: 'Açık', icon: Sun },
  { value: 'dark', label: 'Koyu', icon: Moon },
] as const

type Theme = (typeof THEMES)[number]['value']

/** Chooses the light or dark theme for this browser; `/start.js` applies the choice before the first paint. */
export function ThemeSwitch({ className }: { className?: string }) {
  const [theme, setTheme] = useState(presentTheme)
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    if (chosen === 'system') {
      delete document.documentElement.dataset.theme
      localStorage.removeItem('theme')
    } else {
      document.documentElement.dataset.theme = chosen
      store('theme', chosen)
    }
  }
  return <Segmented block label="Görünüm" value={theme} onChange={choose} options={THEMES} className={className} />
}

function presentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
