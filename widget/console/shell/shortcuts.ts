/** An element that takes typed characters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** The second key of a sequence must follow within this time. */
const sequenceMs = 1200

/** The page has loaded and rendered its data by then. */
const storeReadAfterMs = 3000

const storageKey = 'console-shortcuts'

/** Shortcuts of one character can be turned off (WCAG 2.1.4), since speech input may type them. */
export const areShortcutsOn = (): boolean => localStorage.getItem(storageKey) !== 'off'
export const setShortcuts = (on: boolean): void => {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}

/**
 * Listens for shortcuts: single keys, or sequences such as `g p`.
 *
 * @returns a function that stops listening
 */
export const listenForShortcuts = (actions: Readonly<Record<string, () => void>>): (() => void) => {
  let first = ''
  let firstAt = 0
  const listen = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || key.length !== 1 || event.defaultPrevented) return
    if (isTyping(event.target) || document.querySelector('dialog:is([open], :popover-open)') || !areShortcutsOn())
      return
    const sequence = event.timeStamp - firstAt < sequenceMs ? `${first} ${key}` : key
    const action = actions[sequence] ?? actions[key]
    first = action ? '' : key
    firstAt = event.timeStamp
    if (!action) return
    event.preventDefault()
    action()
  }
  document.addEventListener('keydown', listen)
  // The browser's store takes a while when it is first read, which the first key would wait for.
  setTimeout(areShortcutsOn, storeReadAfterMs)
  return () => document.removeEventListener('keydown', listen)
}
