/**
 * Takes the focus that the merchant's page gives. The page has put it on this frame, and that news may reach us after the
 * message: it then takes the focus off the field again (seen in Chromium), so we look a few times. Once the focus is
 * elsewhere in the page, it stays there.
 *
 * @param focus puts it on the field that wants something
 */
export const takeFocus = (focus: () => void): void => {
  focus()
  const again = () => document.hasFocus() && document.activeElement === document.body && focus()
  for (const delay of [0, 30, 100, 300]) setTimeout(again, delay)
}
