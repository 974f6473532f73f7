import { SluiceError, type SluiceClient } from '../../widget/client/index.ts'
import { customer } from '../shop/customer.ts'
import type { Preview } from './previews.ts'
import type { Members } from './presets.ts'

export type Made = { url: string } | { errors: readonly { member: string; text: string }[] }

/** Enough of everything that an invoice and a form can have, so that each colour is somewhere to be seen. */
const offer = () => ({
  items: [
    {
      name: 'Tide mug',
      price: 18,
      quantity: 4,
      description:
        'Stoneware, 350 ml, glazed by hand in two blues. No two are alike; yours may lean to the one or the other.',
    },
    { name: 'Fern planter', price: 24, quantity: 2, description: 'Terracotta, fern included.' },
    { name: 'Plum bowl', price: 32, description: 'Stoneware, 26 cm, for fruit or soup.' },
    { name: 'A year of repairs', price: 12.5 },
    { name: 'Shipping', price: 4.5 },
  ],
  tax: 11.83,
  discount: 10,
  invoiceInfo: { number: 'K-2048' },
  customerInfo: { email: customer.email, name: customer.address.name },
  allowAch: true,
})

/** A card that the simulator approves, as a shopper's browser sends it. */
const typed = {
  accountNumber: '4242424242424242',
  expires: '1230',
  verificationValue: '123',
  nameOnCard: 'Robin Miller',
}

/** Pays a checkout of test mode, as its page does in a browser: the page names the try. */
const payAsShopper = async (url: string): Promise<void> => {
  const page = await (await fetch(url)).text()
  const [, data = ''] = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(page) ?? []
  const { nonce } = JSON.parse(data) as { nonce: string }
  const body = { nonce, locale: 'en', payment: { creditCard: typed }, answers: { email: customer.email } }
  const { status } = await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: new URL(url).origin },
    body: JSON.stringify(body),
  })
  if (status !== 200) throw new Error(`Paying a checkout for its receipt answered ${status}.`)
}

const errorsOf = (error: unknown): Made => {
  if (!(error instanceof SluiceError)) throw error
  const errors = error.items.map(({ message: { text, field } }) => ({
    member: (field ?? '').replace(/^appearance\./, ''),
    text,
  }))
  return { errors: errors.length > 0 ? errors : [{ member: '', text: 'The gateway did not answer.' }] }
}

/** What a preview's checkout has to be, as long as it is of use: somebody may pay it, in the preview itself. */
const WANTED = { form: 'open', receipt: 'completed' } as const
type Kept = keyof typeof WANTED

export const openStudio = (sluice: SluiceClient) => {
  const previews = new Map<Kept, Promise<{ id: string; url: string }>>()

  const make = async (kept: Kept) => {
    const made = await sluice.createCheckout({
      ...offer(),
      iframe: true,
      // Nobody wants to read these.
      sendReceipt: false,
    })
    if (kept === 'receipt') await payAsShopper(made.url)
    return made
  }
  const isOfUse = async (kept: Kept): Promise<boolean> => {
    const checkout = await previews.get(kept)?.catch(() => undefined)
    return checkout !== undefined && (await sluice.getCheckout(checkout.id)).status === WANTED[kept]
  }

  return {
    /** Answers the address of a checkout to be looked at. One is enough for all looks: the frame is told how it is to be drawn, and what to show. */
    preview: async (shown: Preview): Promise<Made> => {
      const kept = shown === 'receipt' ? shown : 'form'
      try {
        if (!(await isOfUse(kept))) previews.set(kept, make(kept))
        return { url: (await previews.get(kept)!).url }
      } catch (error) {
        return errorsOf(error)
      }
    },
    /** Makes a checkout that looks so. The gateway says whether it takes that. */
    create: (appearance: Members): Promise<Made> =>
      sluice.createCheckout({ ...offer(), appearance }).then(({ url }) => ({ url }), errorsOf),
  }
}
