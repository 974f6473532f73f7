import { html, svg, type TemplateResult } from 'lit'
import { correction, generate, type Bitmap2D } from 'lean-qr/nano'
import { toSvgPath } from 'lean-qr/extras/svg'
import { checkoutTexts } from './texts.ts'

/** The light border that readers need, in modules. */
const quietZone = 4
/** Pixels of a module in a picture. */
const scale = 12

/** The code of a link. About a seventh of it may be dirty or covered. */
export const encodeLink = (url: string): Bitmap2D => generate(url, { minCorrectionLevel: correction.M })

const sideOf = ({ size }: Bitmap2D): number => size + 2 * quietZone

const viewBoxOf = (code: Bitmap2D): string => `${-quietZone} ${-quietZone} ${sideOf(code)} ${sideOf(code)}`

/** The code on the page. It is black on white in each colour scheme, since readers look for dark modules. */
export const qrPicture = (code: Bitmap2D): TemplateResult => html`
  <svg
    class="qr"
    role="img"
    aria-label=${checkoutTexts.qr.label}
    viewBox=${viewBoxOf(code)}
    shape-rendering="crispEdges"
  >
    ${svg`<rect x=${-quietZone} y=${-quietZone} width=${sideOf(code)} height=${sideOf(code)} fill="#fff" /><path d=${toSvgPath(code)} fill="#000" />`}
  </svg>
`

/** The code as a file for print. */
export const qrSvgFile = (code: Bitmap2D): Blob => {
  const side = sideOf(code)
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBoxOf(code)}" width="${side * scale}" height="${side * scale}" shape-rendering="crispEdges"><rect x="${-quietZone}" y="${-quietZone}" width="${side}" height="${side}" fill="#fff"/><path d="${toSvgPath(code)}" fill="#000"/></svg>\n`
  return new Blob([text], { type: 'image/svg+xml' })
}

/** The code as a picture. */
export const qrPngFile = async (code: Bitmap2D): Promise<Blob> => {
  const side = sideOf(code) * scale
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.fillStyle = '#000'
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++)
      if (code.get(x, y)) context.fillRect((x + quietZone) * scale, (y + quietZone) * scale, scale, scale)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png')
  })
}
