/**
 * Replaces each `{name}` by the value of that name. Unknown names stay, since a merchant's text may contain braces.
 *
 * @returns the parts in order, for `html`, which escapes text; joined they are plain text
 */
export const fill = <Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] =>
  text.split(/(\{\w+\})/).map((part) => {
    const name = part.slice(1, -1)
    return part.startsWith('{') && Object.hasOwn(values, name) ? values[name]! : part
  })

/** Like `fill`, as plain text. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string => fill(text, values).join('')
