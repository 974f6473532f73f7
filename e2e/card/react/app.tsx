/**
 * A merchant's React page in development and strict mode, where effects and refs run twice. It imports the elements as from npm and sets the
 * gateway’s URL.
 */
import { StrictMode, useActionState, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { SluiceCard, SluiceChangeEvent } from '../../../widget/embed/element.ts'
import '../../../widget/embed/element.ts'
import type { SluiceCardProps } from '../../../widget/embed/react.ts'

declare global {
  interface Window {
    /** The events that the page's handlers received, in order. */
    events: string[]
  }
}
window.events = []
const { gateway = '', publishableKey = '' } = document.documentElement.dataset

const Card = (props: Partial<SluiceCardProps>) => {
  const card = useRef<SluiceCard>(null)
  useEffect(() => {
    const abort = new AbortController()
    card.current?.addEventListener('change', ({ brand }) => window.events.push(`by ref: ${brand}`), abort)
    return () => abort.abort()
  }, [])
  return (
    <sluice-card
      ref={card}
      publishable-key={publishableKey}
      gateway={gateway}
      name="token"
      required
      onready={() => window.events.push('ready')}
      onerror={({ code }) => window.events.push(`error: ${code}`)}
      oninvalid={() => window.events.push('invalid')}
      onInput={({ currentTarget }) => window.events.push(`input: ${currentTarget.localName}`)}
      onChange={({ nativeEvent }) => window.events.push(`change: ${(nativeEvent as SluiceChangeEvent).complete}`)}
      onfocus={() => window.events.push('focus')}
      {...props}
    />
  )
}

/** A form with an action function. */
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

/** A form with a submit handler. */
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

/** Props that a test can apply, by the button’s name. */
const PROPS: Record<string, Partial<SluiceCardProps>> = {
  Plain: {},
  Coloured: { appearance: { formInputTextColor: 'rgb(1 2 3)' } },
  German: { locale: 'de', layout: 'stack', texts: { labels: { name: 'Wer zahlt' } } },
  Short: { 'no-name': true, 'no-postal-code': true, appearance: null, texts: undefined },
  Off: { disabled: true, required: false },
}
const FORMS = { None: null, Action: ActionForm, Handler: HandledForm }

const App = () => {
  const [form, setForm] = useState<keyof typeof FORMS>('Action')
  const [propsName, setPropsName] = useState('Plain')
  const [key, setKey] = useState(0)
  const Form = FORMS[form]
  return (
    <>
      {Form && <Form key={key} {...PROPS[propsName]} />}
      {(Object.keys(FORMS) as (keyof typeof FORMS)[]).map((name) => (
        <button key={name} onClick={() => setForm(name)}>
          {name}
        </button>
      ))}
      {Object.keys(PROPS).map((name) => (
        <button key={name} onClick={() => setPropsName(name)}>
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
