import type { PageData } from '#contract/checkout/page'
import type { PageTexts } from './asking.ts'
import { openForm } from './openForm.ts'
import { openReceipt } from './openReceipt.ts'
import { waitForEnd } from './waitForEnd.ts'

const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? 'null')

const data = read('checkout') as PageData | null
const place = document.querySelector('#form')

if (!data) openReceipt()
else if (place) openForm(place, data, read('texts') as PageTexts)
else waitForEnd(data)
