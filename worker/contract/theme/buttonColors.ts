import { type Color, over } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { BLACK, readable, WHITE } from './appearance.ts'

interface Wishes {
  /** For its background, the dearest first. */
  readonly backgrounds: readonly Color[]
  /** For its text. */
  readonly texts: readonly Color[]
  /** How well its background has to be seen on the panel. */
  readonly least: number
}

/** Under the pointer: a little away from the text, which can then be read as well; where there is no room, towards it. */
const hovered = (button: Color, text: Color): Color => {
  const [away, towards] = luminance(over(text, button)) > luminance(button) ? [BLACK, WHITE] : [WHITE, BLACK]
  const ways = [over(away, button, 0.12), over(towards, button, 0.12)]
  const changes = (to: Color) => contrast(to, button) >= 1.1 && contrast(over(text, to), to) >= 4.5
  return ways.find(changes) ?? ways[0]!
}

/**
 * A button's colours, made from those that were named.
 *
 * @param panel what it lies on, opaque
 */
export const buttonColors = (
  panel: Color,
  named: { readonly button?: Color | undefined; readonly 'button-text'?: Color | undefined },
  wishes: Wishes,
) => {
  const { button: background, 'button-text': words } = named
  const grounds = [...wishes.backgrounds, WHITE, BLACK].map((wish) => over(wish, panel))
  const bears = (ground: Color) => !words || contrast(over(words, ground), ground) >= 4.5
  const button =
    background ??
    grounds.find((ground) => bears(ground) && contrast(ground, panel) >= wishes.least) ??
    grounds.find(bears) ??
    grounds[0]!
  const flat = over(button, panel)
  const text = words ?? readable(flat, 4.5, ...wishes.texts)
  const disabled = over(flat, panel, 0.4)
  return {
    button,
    'button-text': text,
    'button-hover': hovered(flat, text),
    'button-disabled': disabled,
    'button-disabled-text': readable(disabled, 4.5, over(text, disabled), ...wishes.texts),
  }
}
