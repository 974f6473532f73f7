import { all } from './dom.ts'

/** Widths in CSS pixels. */
const WIDTHS = { desktop: 1180, phone: 390 } as const
const GAP = 24
/** A phone is shown a little larger: its text would be too small beside the desktop's. */
const LARGER = 1.28
/** Where both do not fit side by side, and the desktop is scrolled to. */
const NARROW = 640
const NARROW_PHONE = 0.36

const scalesFor = (room: number) => {
  if (room < NARROW) return { desktop: room / WIDTHS.desktop, phone: NARROW_PHONE }
  const desktop = Math.min((room - GAP) / (WIDTHS.desktop + LARGER * WIDTHS.phone), 1)
  return { desktop, phone: Math.min(desktop * LARGER, 1) }
}

/** Draws both screens so large that they fill the width that they have side by side. */
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
