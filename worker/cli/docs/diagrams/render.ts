import { instance } from '@viz-js/viz'

/** Colours of a diagram by role: those of the documentation site. */
export interface Palette {
  readonly text: string
  readonly muted: string
  readonly panel: string
  readonly line: string
  readonly accent: string
  readonly success: string
  readonly alert: string
}

export const palettes = {
  light: {
    text: '#14171f',
    muted: '#5b6472',
    panel: '#ffffff',
    line: '#8b93a1',
    accent: '#3656e3',
    success: '#1b7f4b',
    alert: '#c02434',
  },
  dark: {
    text: '#eef0f4',
    muted: '#a3abb8',
    panel: '#171a21',
    line: '#6b7382',
    accent: '#8ea2ff',
    success: '#5fd39a',
    alert: '#ff8a94',
  },
} as const satisfies Record<string, Palette>

/** A diagram in Graphviz's DOT language, in the colours of a palette. */
export type Diagram = (palette: Palette) => string

/** The text that every diagram begins with: fonts, corners and colours. */
export const defaults = ({ text, muted, panel, line }: Palette): string => `
  bgcolor=transparent; pad=0.1; nodesep=0.35; ranksep=0.5
  node [shape=box style="rounded,filled" fillcolor="${panel}" color="${line}" fontcolor="${text}" fontname=Helvetica fontsize=13 height=0.42 margin="0.2,0.07"]
  edge [color="${line}" fontcolor="${muted}" fontname=Helvetica fontsize=11 arrowsize=0.7]
`

/** Graphviz measures Helvetica; readers see the font of their system, which is about as wide. */
const fontFamily = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"'

/**
 * Draws a diagram as SVG.
 *
 * @param title for screen readers that open the file itself; pages give the picture its alternative text
 */
export const render = async (diagram: Diagram, palette: Palette, title: string): Promise<string> => {
  const viz = await instance()
  const svg = viz.renderString(diagram(palette), { format: 'svg' })
  return (
    svg
      .slice(svg.indexOf('<svg'))
      .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
      // A title inside a group would be shown as a tooltip with Graphviz’s own names.
      .replaceAll(/<title>[\s\S]*?<\/title>\n?/g, '')
      .replaceAll(/font-family="[^"]*"/g, fontFamily)
      .replace(/(<svg[^>]*>)/, `$1\n<title>${title}</title>`)
  )
}
