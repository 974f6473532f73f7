/**
 * A text with its places filled in: `{name}` by the value of that name. What stands for no value stays as it is, so that a text of
 * a merchant's own may have braces.
 *
 * @returns the parts in their order, for `html`, which escapes what is text; joined they are plain text
 */
export const fill = <Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] =>
  text.split(/(\{\w+\})/).map((part) => {
    const name = part.slice(1, -1)
    return part.startsWith('{') && Object.hasOwn(values, name) ? values[name]! : part
  })

/** The same, as plain text. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string => fill(text, values).join('')
