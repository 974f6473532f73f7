/**
 * Moves the focus to a row of a table, such as the first one of a further page: the button for it is disabled while it loads, and loses the
 * focus. Nothing scrolls.
 */
export const focusRow = (container: ParentNode | null, index: number): void => {
  const row = container?.querySelectorAll<HTMLElement>('tbody tr')[index]
  const target = row?.querySelector<HTMLElement>('.row-link') ?? row?.querySelector<HTMLElement>('a, button, summary')
  target?.focus({ preventScroll: true })
}
