import { make } from '../dom.ts'
import { drawSignature, padRatio, type Point, type Signature, type Stroke } from './signatureImage.ts'

/** A canvas to sign on by finger, pen or mouse. */
export const makeSignaturePad = (changed: () => void) => {
  const canvas = make('canvas', 'pad')
  canvas.setAttribute('role', 'img')
  let strokes: Stroke[] = []
  let signature: Signature = { strokes }
  let current: { pointer: number; points: Point[] } | null = null

  const draw = (): void => drawSignature(canvas, signature, getComputedStyle(canvas).color)
  const fit = (): void => {
    const width = Math.round(canvas.clientWidth * devicePixelRatio)
    if (width === 0) return
    canvas.width = width
    canvas.height = Math.round(width / padRatio)
    draw()
  }
  const show = (next: Signature): void => {
    signature = next
    draw()
    changed()
  }

  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width } = canvas.getBoundingClientRect()
    return [(clientX - left) / width, (clientY - top) / width]
  }
  canvas.addEventListener('pointerdown', (event) => {
    if (current || event.button !== 0) return
    canvas.setPointerCapture(event.pointerId)
    current = { pointer: event.pointerId, points: [placeOf(event)] }
    strokes = [...strokes, current.points]
    show({ strokes })
  })
  canvas.addEventListener('pointermove', (event) => {
    if (current?.pointer !== event.pointerId) return
    // Browsers batch pointer moves per frame; the coalesced events keep the curve smooth.
    const events = event.getCoalescedEvents?.() ?? []
    for (const each of events.length > 0 ? events : [event]) current.points.push(placeOf(each))
    show({ strokes })
  })
  const lift = (event: PointerEvent): void => {
    if (current?.pointer === event.pointerId) current = null
  }
  canvas.addEventListener('pointerup', lift)
  canvas.addEventListener('pointercancel', lift)

  const sizes = new ResizeObserver(fit)
  sizes.observe(canvas)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', draw)

  return {
    canvas,
    get signature(): Signature {
      return signature
    },
    write: (name: string): void => show({ name }),
    clear: (): void => {
      strokes = []
      show({ strokes })
    },
    leave: (): void => {
      sizes.disconnect()
      dark.removeEventListener('change', draw)
    },
  }
}
