/**
 * Looks a colour's name up in the browser's own table, which saves a page 1.2 KB. A canvas takes nothing but a colour and
 * answers hexadecimal digits; what it is given is letters only (see parseColor). It also knows the system's colours.
 */
export const browserColor = (name: string): string | null => {
  const context = document.createElement('canvas').getContext('2d')
  if (!context || !CSS.supports('color', name)) return null
  context.fillStyle = name
  const [, hex] = /^#([0-9a-f]{6})$/.exec(context.fillStyle) ?? []
  return hex ?? null
}
