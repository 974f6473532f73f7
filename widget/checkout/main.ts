import type { PageData } from '#contract/checkouts/page'
import type { PageTexts } from './form/formContext.ts'
import { connectMerchantPage } from './page/merchantPage.ts'
import { openForm } from './page/showForm.ts'
import { openReceipt } from './page/showReceipt.ts'
import { repaint } from './page/lazyRepaint.ts'
import { waitForEnd } from './payment/reloadWhenFinished.ts'

const read = (id: string): unknown => JSON.parse(document.getElementById(id)!.textContent)

/** What the worker has drawn: a CheckoutStatus, and why; and whether money moves. */
const { status = '', reason, mode } = document.body.dataset

if (status === 'open')
  openForm(document.querySelector('#form')!, read('checkout') as PageData, read('texts') as PageTexts)
else {
  const page = connectMerchantPage(mode === 'test' ? { onAppearance: repaint } : {})
  page.state(status)
  if (status === 'processing') void waitForEnd(read('checkout') as PageData)
  else if (status === 'completed') openReceipt(page)
  else page.close(reason === 'too_many_declines' ? reason : status)
}
