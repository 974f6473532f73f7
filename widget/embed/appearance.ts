/** Custom properties that a merchant may set on the element, or anywhere around it: an appearance member each. */
export const PROPERTIES =
  'form-background-color form-text-color form-label-color form-accent-color form-border-color form-input-text-color form-input-background-color form-icon-theme input-color input-variant alert-color'
    .split(' ')
    .map((name) => `--sluice-${name}`)

/** Those that are set, as JSON: the frame judges what they say. */
export const propertiesOf = (element: Element): string => {
  const style = getComputedStyle(element)
  return JSON.stringify(Object.fromEntries(PROPERTIES.map((name) => [name, style.getPropertyValue(name)])))
}
