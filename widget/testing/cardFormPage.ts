/** A page with a card form and nothing around it. For card-form.test.ts. */
import '../fields/card-form/card-form.ts'
import { en } from '../locales/en.ts'

for (const form of document.querySelectorAll('sluice-card-form')) form.texts = en
