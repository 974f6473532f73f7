import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readDocument } from '../worker/cli/docs/markdown.ts'
import { demoAccount } from '../worker/cli/dev/demoAccount.ts'
import { checkNodeFiles, checkTypes } from './testing/guideCompilers.ts'
import {
  createGuideProject,
  type Framework,
  frameworks,
  guideBlocks,
  type GuideProject,
} from './testing/guideProject.ts'

/** Commands of a guide. createGuideProject stands in for the first three, e2e/card/frameworks.spec.ts runs the others. */
const commands = (template: string, server: string, start: string) => [
  [template, 'cd shop', 'npm install --install-links ../sluice/dist/package'],
  ['export SLUICE_URL=http://localhost:8787', `export SLUICE_SECRET_KEY=${demoAccount.secretKey}`, server],
  [start],
]

interface Guide {
  readonly commands: readonly (readonly string[])[]
  /** Files that Node runs. */
  readonly nodeFiles: readonly string[]
  /** A component around elements, one in each line from the second. */
  readonly file: (name: string) => string
  readonly component: (elements: readonly string[]) => string
  /** Elements with all that is allowed. */
  readonly right: readonly string[]
  /** Elements with one mistake each. */
  readonly wrong: readonly string[]
}

const guides: Record<Framework, Guide> = {
  react: {
    commands: commands('npm create vite@latest shop -- --template react-ts', 'node server.js', 'npm run dev'),
    nodeFiles: ['server.js', 'vite.config.ts'],
    file: (name) => `src/${name}.tsx`,
    component: (elements) =>
      [
        `import type {} from '@sluicepay/sluice/react'; export const list = [`,
        ...elements.map((text) => `${text},`),
        ']',
      ].join('\n'),
    right: [
      `<sluice-card key="1" publishable-key="k" fallback-gateway="x" disabled={false} no-name layout="stack" locale="de" className="card" />`,
      `<sluice-card key="2" publishable-key="k" texts={{ labels: { postalCode: 'ZIP' } }}><p slot="error">Call us</p></sluice-card>`,
      `<sluice-card key="3" publishable-key="k" onready={({ type }) => type satisfies string} onerror={({ code }) => code satisfies string} />`,
      `<sluice-card key="4" publishable-key="k" onChange={({ currentTarget }) => currentTarget.value satisfies string} />`,
      `<sluice-checkout key="5" src="x" appearance={{ alertColor: 'red' }} oncomplete={({ transactionId }) => void (transactionId satisfies string)} />`,
      `<sluice-checkout key="6" src="x" oncancel={({ url }) => void (url satisfies string)} onclose={({ reason }) => void (reason satisfies string)} />`,
    ],
    wrong: [
      `<sluice-card key="1" name="token" />`,
      `<sluice-card key="2" publishable-key="k" layout="rows" />`,
      `<sluice-card key="3" publishable-key="k" colour="red" />`,
      `<sluice-card key="4" publishable-key="k" required={1} />`,
      `<sluice-card key="5" publishable-key="k" form="pay" />`,
      `<sluice-card key="6" publishable-key="k" texts={{ labels: { zip: 'ZIP' } }} />`,
      `<sluice-card key="7" publishable-key="k" oncomplete={() => {}} />`,
      `<sluice-card key="8" publishable-key="k" onerror={({ token }) => token} />`,
      `<sluice-checkout key="9" source="x" />`,
      `<sluice-checkout key="10" src={1} />`,
      `<sluice-checkout key="11" onclose={({ code }) => code} />`,
      `<sluice-chekout key="12" />`,
    ],
  },
  vue: {
    commands: commands('npm create vite@latest shop -- --template vue-ts', 'node server.js', 'npm run dev'),
    nodeFiles: ['server.js', 'vite.config.ts'],
    file: (name) => `src/${name}.vue`,
    component: (elements) =>
      [
        `<script setup lang="ts">import type {} from '@sluicepay/sluice/vue'; const off = undefined; defineExpose({ off })</script><template>`,
        ...elements,
        '</template>',
      ].join('\n'),
    right: [
      `<sluice-card publishable-key="k" fallback-gateway="x" :disabled="false" no-name layout="stack" locale="de" form="pay" />`,
      `<sluice-card publishable-key="k" :no-name="off" class="card" style="margin: 0" id="card" aria-label="Card" />`,
      `<sluice-card publishable-key="k" :texts="{ labels: { postalCode: 'ZIP' } }"><p>Call us</p></sluice-card>`,
      `<sluice-card publishable-key="k" @ready="({ type }) => type satisfies string" @change="({ complete }) => complete satisfies boolean" />`,
      `<sluice-card publishable-key="k" @error="({ code }) => code satisfies string" @focus.once="({ relatedTarget }) => relatedTarget" />`,
      `<sluice-checkout src="x" :appearance="{ alertColor: 'red' }" @complete="({ transactionId }) => transactionId satisfies string" />`,
      `<sluice-checkout src="x" @cancel="({ url }) => url satisfies string" @close="({ reason }) => reason satisfies string" />`,
    ],
    wrong: [
      `<sluice-card name="token" />`,
      `<sluice-card publishable-key="k" layout="rows" />`,
      `<sluice-card publishable-key="k" colour="red" />`,
      `<sluice-card publishable-key="k" :required="1" />`,
      `<sluice-card publishable-key="k" :no-name="false" />`,
      `<sluice-card publishable-key="k" :texts="{ labels: { zip: 'ZIP' } }" />`,
      `<sluice-card publishable-key="k" @complete="() => {}" />`,
      `<sluice-card publishable-key="k" @change="({ token }) => token" />`,
      `<sluice-checkout source="x" />`,
      `<sluice-checkout :src="1" />`,
      `<sluice-checkout @pay="() => {}" />`,
      `<sluice-checkout @close="({ code }) => code" />`,
      `<sluice-chekout />`,
    ],
  },
  svelte: {
    commands: commands('npm create vite@latest shop -- --template svelte-ts', 'node server.js', 'npm run dev'),
    nodeFiles: ['server.js', 'vite.config.ts'],
    file: (name) => `src/${name}.svelte`,
    component: (elements) =>
      [`<script lang="ts">import type {} from '@sluicepay/sluice/svelte'</script>`, ...elements].join('\n'),
    right: [
      `<sluice-card publishable-key="k" fallback-gateway="x" disabled={false} no-name layout="stack" locale="de" form="pay"></sluice-card>`,
      `<sluice-card publishable-key="k" no-name={undefined} class="card" style="margin: 0" id="card" aria-label="Card"></sluice-card>`,
      `<sluice-card publishable-key="k" texts={{ labels: { postalCode: 'ZIP' } }}><p slot="error">Call us</p></sluice-card>`,
      `<sluice-card publishable-key="k" onready={({ type }) => type satisfies string} onchange={({ complete }) => complete satisfies boolean}></sluice-card>`,
      `<sluice-card publishable-key="k" onerror={({ code }) => code satisfies string} onfocus={({ relatedTarget }) => relatedTarget}></sluice-card>`,
      `<sluice-checkout src="x" appearance={{ alertColor: 'red' }} oncomplete={({ transactionId }) => transactionId satisfies string}></sluice-checkout>`,
      `<sluice-checkout src="x" oncancel={({ url }) => url satisfies string} onclose={({ reason }) => reason satisfies string}></sluice-checkout>`,
    ],
    wrong: [
      `<sluice-card name="token"></sluice-card>`,
      `<sluice-card publishable-key="k" layout="rows"></sluice-card>`,
      `<sluice-card publishable-key="k" colour="red"></sluice-card>`,
      `<sluice-card publishable-key="k" publishableKey="k"></sluice-card>`,
      `<sluice-card publishable-key="k" required={1}></sluice-card>`,
      `<sluice-card publishable-key="k" no-name={false}></sluice-card>`,
      `<sluice-card publishable-key="k" texts={{ labels: { zip: 'ZIP' } }}></sluice-card>`,
      `<sluice-card publishable-key="k" oncomplete={() => {}}></sluice-card>`,
      `<sluice-card publishable-key="k" onchange={({ token }) => token}></sluice-card>`,
      `<sluice-checkout source="x"></sluice-checkout>`,
      `<sluice-checkout src={1}></sluice-checkout>`,
      `<sluice-checkout onpay={() => {}}></sluice-checkout>`,
      `<sluice-checkout onclose={({ code }) => code}></sluice-checkout>`,
    ],
  },
  angular: {
    commands: commands(
      'npm init @angular@latest shop -- --defaults',
      'node server.mjs',
      'npm start -- --proxy-config proxy.conf.json',
    ),
    nodeFiles: ['server.mjs'],
    file: (name) => `src/app/${name.toLowerCase()}.ts`,
    component: (elements) =>
      [
        `import { Component } from '@angular/core'; import type { SluiceErrorEvent } from '@sluicepay/sluice/element'; import { SluiceCardDirective } from './sluice-card.directive'; @Component({ selector: 'app-elements', imports: [SluiceCardDirective], template: \``,
        ...elements,
        `\` }) export class Elements { readonly texts = { labels: { postalCode: 'ZIP' } }; report(event: SluiceErrorEvent) { return event.code } }`,
      ].join('\n'),
    right: [
      `<sluice-card publishable-key="k" name="token" required layout="stack" locale="de" fallback-gateway="x" no-name class="card"></sluice-card>`,
      `<sluice-card [publishable-key]="'k'" [disabled]="false" [texts]="texts" [appearance]="null" [attr.gateway]="'x'"></sluice-card>`,
      `<sluice-card publishable-key="k" (error)="report($event)" (ready)="$event.type" (change)="$event.complete"></sluice-card>`,
      `<sluice-card #card publishable-key="k" (blur)="card.reset()"></sluice-card>`,
    ],
    wrong: [
      `<sluice-card name="token"></sluice-card>`,
      `<sluice-card publishable-key="k" layout="rows"></sluice-card>`,
      `<sluice-card publishable-key="k" [colour]="'red'"></sluice-card>`,
      `<sluice-card [publishable-key]="1"></sluice-card>`,
      `<sluice-card publishable-key="k" [texts]="{ labels: { zip: 'ZIP' } }"></sluice-card>`,
      `<sluice-card publishable-key="k" (change)="report($event)"></sluice-card>`,
      `<sluice-card publishable-key="k" (change)="$event.token"></sluice-card>`,
      `<sluice-card #card publishable-key="k" (blur)="card.pay()"></sluice-card>`,
      `<sluice-chekout></sluice-chekout>`,
    ],
  },
}

const projects: GuideProject[] = []
afterAll(() => Promise.all(projects.map(({ remove }) => remove())))

// Type checkers take seconds to start.
describe('the guides of the frameworks', { timeout: 60_000 }, () => {
  test.each(frameworks)(
    '%s: the guide’s files compile strictly, as do right attributes and events, and each wrong one is an error',
    async (framework) => {
      const { nodeFiles, file, component, right, wrong } = guides[framework]
      const project = await createGuideProject(framework)
      projects.push(project)
      const { folder } = project
      await writeFile(join(folder, file('Right')), component(right))
      await writeFile(join(folder, file('Wrong')), component(wrong))
      // The first line is the script.
      const errors = wrong.map((_, index) => `${file('Wrong')}:${index + 2}`)
      expect((await checkTypes[framework](folder)).toSorted()).toEqual(errors.toSorted())
      expect(await checkNodeFiles(folder, nodeFiles)).toEqual([])
    },
  )

  test.each(frameworks)('%s: the guide has no command that the tests leave out', (framework) => {
    const blocks = guideBlocks(framework).filter(({ language }) => language === 'sh')
    expect(blocks.map(({ code }) => code.trim().split('\n'))).toEqual(guides[framework].commands)
  })

  test.each(frameworks)('%s: the guide names the publishable key of the demo account', (framework) => {
    expect(readDocument(`docs/guides/${framework}.md`)).toContain(`\`${demoAccount.publishableKey}\``)
  })

  test('the guides have one server', () => {
    const servers = frameworks.map(
      (framework) => guideBlocks(framework).find(({ file }) => file.startsWith('server.'))?.code,
    )
    expect(servers[0]).toContain('saleTransaction')
    expect(new Set(servers).size).toBe(1)
  })
})
