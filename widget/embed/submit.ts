/** A form control that needs a moment before its form can be sent. */
type Preparing = HTMLElement & {
  readonly form: HTMLFormElement | null
  /** Fetches what is to be sent; rejects where the form must stay. */
  tokenize: () => Promise<unknown>
}

/**
 * Lets a control hold back its form's submission: the first event is taken out before anyone sees it, and when the control
 * is ready the form is submitted again, with the same button. Then the next control of the form has its turn.
 *
 * @param target where the form's event passes first: the window, or the shadow root that form and control are in
 * @param isUnprepared whether the control has something to fetch before the form can go
 */
export const holdSubmit = (
  control: Preparing,
  target: EventTarget,
  signal: AbortSignal,
  isUnprepared: () => boolean,
): void => {
  let busy = false
  const onSubmit = (event: Event) => {
    const form = event.target as HTMLFormElement
    const button = (event as SubmitEvent).submitter as HTMLButtonElement | null
    // A button that only closes a dialog sends nothing.
    if (form !== control.form || (button?.formMethod || form.method) === 'dialog' || !isUnprepared()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (busy) return
    busy = true
    control
      .tokenize()
      .finally(() => (busy = false))
      .then(
        () => form.requestSubmit(button?.form === form ? button : null),
        // The control has said why.
        () => control.focus(),
      )
  }
  target.addEventListener('submit', onSubmit, { capture: true, signal })
}
