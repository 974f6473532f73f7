import { toBase64 } from '#contract/encoding/bytes'
import { deviceLimits } from '#contract/terminals/device'

/** A point on the pad in units of its width. */
export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]
/** Drawn strokes, or a typed name. */
export type Signature = { readonly strokes: readonly Stroke[] } | { readonly name: string }

/** Width divided by height. */
export const padRatio = 1.6
const widthPx = 640

export const isEmpty = (signature: Signature): boolean =>
  'name' in signature ? signature.name.trim() === '' : signature.strokes.length === 0

const drawName = (context: CanvasRenderingContext2D, name: string, width: number, height: number): void => {
  let size = height * 0.42
  const font = (): string =>
    `italic ${size}px "Snell Roundhand", "Segoe Script", "Brush Script MT", "URW Chancery L", cursive`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = font()
  size *= Math.min(1, (width * 0.86) / Math.max(1, context.measureText(name).width))
  context.font = font()
  context.fillText(name, width / 2, height * 0.46)
}

/** A smooth curve through the midpoints of the stroke. */
const drawStroke = (context: CanvasRenderingContext2D, stroke: Stroke, width: number): void => {
  const points = stroke.map(([x, y]) => [x * width, y * width] as const)
  const [[x, y] = [0, 0]] = points
  context.beginPath()
  context.moveTo(x, y)
  points.slice(1).forEach(([toX, toY], index) => {
    const [fromX, fromY] = points[index]!
    context.quadraticCurveTo(fromX, fromY, (fromX + toX) / 2, (fromY + toY) / 2)
  })
  const [lastX, lastY] = points.at(-1) ?? [x, y]
  // A single touch becomes a dot.
  context.lineTo(lastX + (points.length === 1 ? 0.1 : 0), lastY)
  context.stroke()
}

/** Draws a signature in one colour, filling the canvas. */
export const drawSignature = (canvas: HTMLCanvasElement, signature: Signature, ink: string, paper?: string): void => {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  context.clearRect(0, 0, width, height)
  if (paper) {
    context.fillStyle = paper
    context.fillRect(0, 0, width, height)
  }
  context.fillStyle = ink
  context.strokeStyle = ink
  context.lineWidth = width / 150
  context.lineCap = 'round'
  context.lineJoin = 'round'
  if ('name' in signature) drawName(context, signature.name.trim(), width, height)
  else for (const stroke of signature.strokes) drawStroke(context, stroke, width)
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))

/** A base64 PNG, dark on white, scaled down to the size limit of the gateway. */
export const signatureImage = async (signature: Signature): Promise<string> => {
  const canvas = document.createElement('canvas')
  for (let width = widthPx; ; width = Math.round(width * 0.7)) {
    canvas.width = width
    canvas.height = Math.round(width / padRatio)
    drawSignature(canvas, signature, '#14171f', '#ffffff')
    const png = await toPng(canvas)
    if (png && (png.size <= deviceLimits.signatureBytes || width < 100))
      return toBase64(new Uint8Array(await png.arrayBuffer()))
    if (!png) throw new Error('This browser cannot create PNG images.')
  }
}
