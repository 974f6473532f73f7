/** A form control that needs a moment before its form can be sent. */
export type Preparing = {
  form: HTMLFormElement | null
  /** Whether it has something to fetch before the form can go. */
  unprepared: boolean
  /** Fetches it; rejects where the form must stay. */
  prepare: () => Promise<unknown>
}

const controls = new Set<Preparing>()
const sending = new WeakSet<HTMLFormElement>()
const roots = new Map<EventTarget, { count: number; stop: AbortController }>()

const onSubmit = (event: Event) => {
  const { submitter, target } = event as SubmitEvent
  const form = target as HTMLFormElement
  // A button that only closes a dialog sends nothing.
  if ((submitter?.getAttribute('formmethod') ?? form.getAttribute('method')) === 'dialog') return
  const waiting = [...controls].filter((control) => control.form === form && control.unprepared)
  if (!waiting.length) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (sending.has(form)) return
  sending.add(form)
  Promise.all(waiting.map((control) => control.prepare()))
    .then(
      () =>
        form.isConnected &&
        form.requestSubmit((submitter as HTMLButtonElement | null)?.form === form ? submitter : null),
      // The control has said why.
      () => {},
    )
    .finally(() => sending.delete(form))
}

/**
 * Lets a control hold back its form's submission: the first event is taken out before anyone sees it, and when the
 * control is ready the form is submitted again, with the same button. A form inside a shadow root sends its event no
 * further than that root, so the listener stands at the control's own.
 *
 * @returns a function that ends it, and leaves no listener behind
 */
export const holdSubmit = (control: Preparing & Node): (() => void) => {
  const root = control.getRootNode()
  const target: EventTarget = root === document ? window : root
  const entry = roots.get(target) ?? { count: 0, stop: new AbortController() }
  if (!entry.count++) target.addEventListener('submit', onSubmit, { capture: true, signal: entry.stop.signal })
  roots.set(target, entry)
  controls.add(control)
  return () => {
    controls.delete(control)
    if (--entry.count) return
    entry.stop.abort()
    roots.delete(target)
  }
}
