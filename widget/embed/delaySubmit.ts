/** A form control that must finish before its form is submitted. */
type Preparing = HTMLElement & {
  readonly form: HTMLFormElement | null
  /** Fetches the value; rejects if the form must not be submitted. */
  tokenize: () => Promise<unknown>
}

/**
 * Delays the submission of a form until a control is ready: the first submit event is stopped in the capture phase, and the form is submitted
 * again with the same button. Then the next control follows.
 *
 * @param target the first event target on the path: the window, or the shadow root of form and control
 * @param isUnprepared whether the control must fetch its value first
 */
export const delaySubmit = (
  control: Preparing,
  target: EventTarget,
  signal: AbortSignal,
  isUnprepared: () => boolean,
): void => {
  let busy = false
  const onSubmit = (event: Event) => {
    const form = event.target as HTMLFormElement
    const button = (event as SubmitEvent).submitter as HTMLButtonElement | null
    // A button that closes a dialog submits nothing.
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
        // The control has reported the error.
        () => control.focus(),
      )
  }
  target.addEventListener('submit', onSubmit, { capture: true, signal })
}
