import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type MarkdownIt from 'markdown-it'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** The size that a picture file names: pixels of a PNG, points or pixels of an SVG. @throws Error for other files */
export const pictureSize = (path: string): PictureSize => {
  const file = readFileSync(path)
  // The IHDR chunk is the first of every PNG.
  if (path.endsWith('.png')) return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
  const [head] = /<svg[^>]*>/.exec(file.toString('utf8')) ?? []
  const [, , width, height] = (/viewBox="([^"]*)"/.exec(head ?? '')?.[1] ?? '').split(/[\s,]+/).map(Number)
  if (!width || !height) throw new Error(`${path} is neither a PNG nor an SVG with a viewBox.`)
  const points = /width="[\d.]+pt"/.test(head ?? '') ? 4 / 3 : 1
  return { width: Math.round(width * points), height: Math.round(height * points) }
}

/** The path of a picture for dark mode: <name>-dark.<type> beside <name>.<type>. */
export const darkTwin = (path: string): string => path.replace(/(\.\w+)$/, '-dark$1')

/** Screens of phones and other upright pictures are shown at most this high. */
const largestHeight = 560

/** The width of a page's text on a phone. */
const smallScreen = 358

/** Pictures of screens are taken with two pixels for each pixel of the page, or one and a half if they are large. */
const density = (file: string): number => (file.endsWith('.png') ? 2 : 1)

const shownSize = (file: string): PictureSize => {
  const { width, height } = pictureSize(file)
  const dense = 1 / density(file)
  const scale = height > width ? Math.min(dense, largestHeight / height) : dense
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * Renders pictures with their size, so that nothing moves while they load, lazily, and each pair of `<name>` and `<name>-dark` as two
 * elements, of which the theme shows one. The browser does not load the hidden one.
 */
export const pictures = (markdown: MarkdownIt): void => {
  const { image } = markdown.renderer.rules
  if (!image) throw new Error('markdown-it renders no images.')
  markdown.renderer.rules.image = (tokens, index, options, env: { path?: string }, self) => {
    const token = tokens[index]
    const source = token?.attrGet('src') ?? ''
    if (!token || !env.path || !/^\.{1,2}\//.test(source)) return image(tokens, index, options, env, self)
    const file = resolve(dirname(env.path), source)
    if (!existsSync(file)) return image(tokens, index, options, env, self)
    const { width, height } = shownSize(file)
    const render = (src: string, className: string): string => {
      token.attrSet('src', src)
      token.attrSet('class', className)
      return image(tokens, index, options, env, self)
    }
    token.attrSet('loading', 'lazy')
    token.attrSet('decoding', 'async')
    token.attrSet('width', String(width))
    token.attrSet('height', String(height))
    const html = existsSync(darkTwin(file))
      ? render(source, 'picture only-light') + render(darkTwin(source), 'picture only-dark')
      : render(source, 'picture')
    // A wide diagram scrolls on a phone, where its text would be too small. Its frame has the focus for the arrow keys.
    return file.endsWith('.svg') && width > smallScreen ? `<span class="diagram" tabindex="0">${html}</span>` : html
  }
}
