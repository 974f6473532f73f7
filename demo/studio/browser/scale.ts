import { all } from './dom.ts'

/** Widths in CSS pixels. */
const WIDTHS = { desktop: 1180, phone: 390 } as const
const GAP = 24
/** Scales the phone up, since its text would be too small beside the desktop. */
const LARGER = 1.28
/** Below this width the screens do not fit side by side, and the stage scrolls. */
const NARROW = 640
const NARROW_PHONE = 0.36

const scalesFor = (availableWidth: number) => {
  if (availableWidth < NARROW) return { desktop: availableWidth / WIDTHS.desktop, phone: NARROW_PHONE }
  const desktop = Math.min((availableWidth - GAP) / (WIDTHS.desktop + LARGER * WIDTHS.phone), 1)
  return { desktop, phone: Math.min(desktop * LARGER, 1) }
}

/** Scales both screens to fill the available width side by side. */
export const scaleScreens = (place: HTMLElement): void => {
  const screens = all('.screen', place)
  const fit = (): void => {
    const { paddingLeft, paddingRight } = getComputedStyle(place)
    const scales = scalesFor(place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    for (const screen of screens)
      screen.style.setProperty('--scale', String(scales[screen.dataset['screen'] as keyof typeof WIDTHS]))
  }
  new ResizeObserver(fit).observe(place)
}
