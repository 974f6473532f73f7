/**
 * Moves the focus to a row of a table, such as the first one of a further page: the button for it is disabled while it loads, and loses the
 * focus. Nothing scrolls. A person who went on meanwhile, such as into the search, stays there.
 *
 * @param pressed the button, which some browsers leave focused
 */
export const focusRow = (container: ParentNode | null, index: number, pressed: EventTarget | null): void => {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body && activeElement !== pressed) return
  const row = container?.querySelectorAll<HTMLElement>('tbody tr')[index]
  const target = row?.querySelector<HTMLElement>('.row-link') ?? row?.querySelector<HTMLElement>('a, button, summary')
  target?.focus({ preventScroll: true })
}
