import type { Framework } from '../../../widget/testing/guideProject.ts'

/**
 * Pages with the guides' further components: a card form with events, React's form with an action, and an embedded checkout, whose URL is a
 * parameter of the page. The page's title is the id of its payment.
 */
export const parts: Record<Framework, Record<string, string>> = {
  react: {
    'src/parts.tsx': `import { createRoot } from 'react-dom/client'
import { SluiceCard } from '@sluicepay/sluice/element'
import { ActionForm } from './ActionForm.tsx'
import { CardWithEvents } from './CardWithEvents.tsx'
import { Checkout } from './Checkout.tsx'
SluiceCard.gateway = 'http://localhost:8787'
const url = new URLSearchParams(location.search).get('checkout')!
createRoot(document.getElementById('root')!).render(
  <>
    <CardWithEvents />
    <ActionForm charge={async (token) => \`A token of \${token.length} characters\`} />
    <Checkout url={url} onPaid={(id) => (document.title = id)} />
  </>,
)`,
  },
  vue: {
    'src/Parts.vue': `<script setup lang="ts">
import CardWithEvents from './CardWithEvents.vue'
import Checkout from './Checkout.vue'
const url = new URLSearchParams(location.search).get('checkout')!
const paid = (id: string) => { document.title = id }
</script>
<template><CardWithEvents /><Checkout :url="url" @paid="paid" /></template>`,
    'src/parts.ts': `import { createApp } from 'vue'
import { SluiceCard } from '@sluicepay/sluice/element'
import Parts from './Parts.vue'
SluiceCard.gateway = 'http://localhost:8787'
createApp(Parts).mount('#app')`,
  },
  svelte: {
    'src/parts.ts': `import { mount } from 'svelte'
import { SluiceCard } from '@sluicepay/sluice/element'
import CardWithEvents from './CardWithEvents.svelte'
import Checkout from './Checkout.svelte'
SluiceCard.gateway = 'http://localhost:8787'
const target = document.getElementById('app')!
const url = new URLSearchParams(location.search).get('checkout')!
mount(CardWithEvents, { target })
mount(Checkout, { target, props: { url, onPaid: (id: string) => (document.title = id) } })`,
  },
  angular: {
    'src/parts.ts': `import { Component } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { SluiceCard } from '@sluicepay/sluice/element'
import { CardWithEvents } from './app/card-with-events'
import { Checkout } from './app/checkout'
SluiceCard.gateway = 'http://localhost:8787'
@Component({
  selector: 'app-root',
  imports: [CardWithEvents, Checkout],
  template: '<app-card-with-events /><app-checkout [url]="url" (paid)="show($event)" />',
})
class Parts {
  readonly url = new URLSearchParams(location.search).get('checkout')!
  show(id: string) { document.title = id }
}
void bootstrapApplication(Parts)`,
  },
}
