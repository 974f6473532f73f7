/**
 * Focuses a field on the merchant page's request. In Chromium the frame's own focus event may arrive after the message and
 * blur the field again, so the focus is retried a few times, unless it has moved elsewhere.
 *
 * @param focus focuses the field
 */
export const takeFocus = (focus: () => void): void => {
  focus()
  const retry = () => document.hasFocus() && document.activeElement === document.body && focus()
  for (const delay of [0, 30, 100, 300]) setTimeout(retry, delay)
}
