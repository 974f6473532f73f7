/** Custom properties that a merchant may set on the element or its ancestors, one per appearance member. */
export const PROPERTIES =
  'form-background-color form-text-color form-label-color form-accent-color form-border-color form-input-text-color form-input-background-color form-icon-theme input-color input-variant alert-color'
    .split(' ')
    .map((name) => `--sluice-${name}`)

/** The properties that are set, as JSON. The frame validates them. */
export const propertiesOf = (element: Element): string => {
  const style = getComputedStyle(element)
  return JSON.stringify(Object.fromEntries(PROPERTIES.map((name) => [name, style.getPropertyValue(name)])))
}
