/**
 * A merchant's page in React, in development and strict mode, so that effects and refs run twice. It imports the elements
 * as a program does that has them from npm, and names the gateway.
 */
import { StrictMode, useActionState, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { SluiceCard, SluiceChangeEvent } from '../../../widget/embed/element.ts'
import '../../../widget/embed/element.ts'
import type { SluiceCardProps } from '../../../widget/embed/react.ts'

declare global {
  interface Window {
    /** What the page's handlers were told, in order. */
    seen: string[]
  }
}
window.seen = []
const { gateway = '', publishableKey = '' } = document.documentElement.dataset

const Card = (props: Partial<SluiceCardProps>) => {
  const card = useRef<SluiceCard>(null)
  useEffect(() => {
    const abort = new AbortController()
    card.current?.addEventListener('change', ({ brand }) => window.seen.push(`by ref: ${brand}`), abort)
    return () => abort.abort()
  }, [])
  return (
    <sluice-card
      ref={card}
      publishable-key={publishableKey}
      gateway={gateway}
      name="token"
      required
      onready={() => window.seen.push('ready')}
      onerror={({ code }) => window.seen.push(`error: ${code}`)}
      oninvalid={() => window.seen.push('invalid')}
      onInput={({ currentTarget }) => window.seen.push(`input: ${currentTarget.localName}`)}
      onChange={({ nativeEvent }) => window.seen.push(`change: ${(nativeEvent as SluiceChangeEvent).complete}`)}
      onfocus={() => window.seen.push('focus')}
      {...props}
    />
  )
}

/** A form whose action is given the form's data. */
const ActionForm = (props: Partial<SluiceCardProps>) => {
  const [paid, pay] = useActionState(async (_: string, data: FormData) => `action: ${String(data.get('token'))}`, '')
  return (
    <form action={pay}>
      <Card {...props} />
      <button>Pay</button>
      <output>{paid}</output>
    </form>
  )
}

/** A form whose handler reads it. */
const HandledForm = (props: Partial<SluiceCardProps>) => {
  const [paid, setPaid] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setPaid(`handler: ${String(new FormData(event.currentTarget).get('token'))}`)
      }}
    >
      <Card {...props} />
      <button>Pay</button>
      <output>{paid}</output>
    </form>
  )
}

/** Props that a test may change the form to, by the name of the button. */
const LOOKS: Record<string, Partial<SluiceCardProps>> = {
  Plain: {},
  Coloured: { appearance: { formInputTextColor: 'rgb(1 2 3)' } },
  German: { locale: 'de', layout: 'stack', texts: { labels: { name: 'Wer zahlt' } } },
  Short: { 'no-name': true, 'no-postal-code': true, appearance: null, texts: undefined },
  Off: { disabled: true, required: false },
}
const FORMS = { None: null, Action: ActionForm, Handler: HandledForm }

const App = () => {
  const [form, setForm] = useState<keyof typeof FORMS>('Action')
  const [look, setLook] = useState('Plain')
  const [key, setKey] = useState(0)
  const Form = FORMS[form]
  return (
    <>
      {Form && <Form key={key} {...LOOKS[look]} />}
      {(Object.keys(FORMS) as (keyof typeof FORMS)[]).map((name) => (
        <button key={name} onClick={() => setForm(name)}>
          {name}
        </button>
      ))}
      {Object.keys(LOOKS).map((name) => (
        <button key={name} onClick={() => setLook(name)}>
          {name}
        </button>
      ))}
      <button onClick={() => setKey((key) => key + 1)}>Anew</button>
    </>
  )
}

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
