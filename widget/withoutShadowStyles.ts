/**
 * Replaces Lit's support for shadow root styles by stubs: our elements render into the light DOM, and the frame's size matters.
 */
export const withoutShadowStyles = {
  name: 'sluice:without-shadow-styles',
  load: (id: string): string | null =>
    id.endsWith('/@lit/reactive-element/css-tag.js')
      ? 'export const adoptStyles = () => {}, getCompatibleStyle = (style) => style\n' +
        'export const css = 0, unsafeCSS = 0, CSSResult = 0, supportsAdoptingStyleSheets = true'
      : null,
}
