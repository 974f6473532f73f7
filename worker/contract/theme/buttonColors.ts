import { type Color, over } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { BLACK, readableColor, WHITE } from './appearance.ts'

interface Candidates {
  /** Candidates for the background, by preference. */
  readonly backgrounds: readonly Color[]
  /** Candidates for the text. */
  readonly texts: readonly Color[]
  /** Minimum contrast between the background and the panel. */
  readonly least: number
  /** Minimum contrast of the text. */
  readonly textLeast: number
}

/**
 * The hover background: shifted away from the text colour, which raises the contrast, or towards it if the background is already black or
 * white.
 */
const hoverColor = (button: Color, text: Color, textLeast: number): Color => {
  const [away, towards] = luminance(over(text, button)) > luminance(button) ? [BLACK, WHITE] : [WHITE, BLACK]
  const options = [over(away, button, 0.12), over(towards, button, 0.12)]
  const isVisibleChange = (to: Color) => contrast(to, button) >= 1.1 && contrast(over(text, to), to) >= textLeast
  return options.find(isVisibleChange) ?? options[0]!
}

/**
 * The colours of a button, derived from those that the merchant set.
 *
 * @param panel opaque colour of the panel below the button
 */
export const buttonColors = (
  panel: Color,
  named: { readonly button?: Color | undefined; readonly 'button-text'?: Color | undefined },
  candidates: Candidates,
) => {
  const { button: background, 'button-text': textColor } = named
  const grounds = [...candidates.backgrounds, WHITE, BLACK].map((candidate) => over(candidate, panel))
  const isReadableOn = (ground: Color) =>
    !textColor || contrast(over(textColor, ground), ground) >= candidates.textLeast
  const button =
    background ??
    grounds.find((ground) => isReadableOn(ground) && contrast(ground, panel) >= candidates.least) ??
    grounds.find(isReadableOn) ??
    grounds[0]!
  const flat = over(button, panel)
  const text = textColor ?? readableColor(flat, candidates.textLeast, ...candidates.texts)
  // Paler, so that its text can have a high contrast.
  const disabled = over(flat, panel, candidates.textLeast > 4.5 ? 0.25 : 0.4)
  return {
    button,
    'button-text': text,
    'button-hover': hoverColor(flat, text, candidates.textLeast),
    'button-disabled': disabled,
    'button-disabled-text': readableColor(disabled, candidates.textLeast, over(text, disabled), ...candidates.texts),
  }
}
