import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig } from 'vite'
import type { Framework } from '../../../widget/testing/guideProject.ts'

/** Entries that render the guide's app to HTML, and hydrate it in the page. */
export const serverEntries: Record<Framework, Record<string, string>> = {
  react: {
    'src/server.tsx': `import { renderToString } from 'react-dom/server'
import { Page } from './Page.tsx'
export const render = async () => renderToString(<Page />)`,
    'src/client.tsx': `import { hydrateRoot } from 'react-dom/client'
import { Page } from './Page.tsx'
hydrateRoot(document.getElementById('root')!, <Page />)`,
  },
  vue: {
    'src/server.ts': `import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import App from './App.vue'
export const render = () => renderToString(createSSRApp(App))`,
    'src/client.ts': `import { createSSRApp } from 'vue'
import App from './App.vue'
createSSRApp(App).mount('#app')`,
  },
  svelte: {
    'src/server.ts': `import { render as renderApp } from 'svelte/server'
import App from './App.svelte'
export const render = async () => (await renderApp(App)).body`,
    'src/client.ts': `import { hydrate } from 'svelte'
import App from './App.svelte'
hydrate(App, { target: document.getElementById('app')! })`,
  },
  angular: {
    'src/server.ts': `import { bootstrapApplication, type BootstrapContext, provideClientHydration } from '@angular/platform-browser'
import { provideServerRendering, renderApplication } from '@angular/platform-server'
import { App } from './app/app'
const providers = [provideServerRendering(), provideClientHydration()]
const bootstrap = (context: BootstrapContext) => bootstrapApplication(App, { providers }, context)
export const render = (document: string) =>
  renderApplication(bootstrap, { document, url: 'http://localhost/', allowedHosts: ['localhost'] })`,
    'src/client.ts': `import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser'
import { App } from './app/app'
void bootstrapApplication(App, { providers: [provideClientHydration()] })`,
  },
}

/** Renders an app to the content of its element. Angular returns the whole document. */
type Render = (document: string) => Promise<string>

/** Changes the page of a built guide's app into one that a server has rendered. Errors of hydration reach the console in development mode. */
export const renderOnServer = async (framework: Framework, folder: string, config: InlineConfig): Promise<void> => {
  const entry = {
    react: 'src/server.tsx',
    vue: 'src/server.ts',
    svelte: 'src/server.ts',
    angular: 'compiled/server.js',
  }
  await build({
    ...config,
    ssr: { noExternal: true },
    build: { ssr: join(folder, entry[framework]), outDir: 'server', emptyOutDir: true },
  })
  const { render } = (await import(pathToFileURL(join(folder, 'server/server.js')).href)) as { render: Render }
  const page = join(folder, 'index.html')
  const html = (await readFile(page, 'utf8')).replace(/\bmain\.(?=[jt]sx?")/, 'client.')
  const rendered = await render(html)
  await writeFile(page, framework === 'angular' ? rendered : html.replace(/(<div id="\w+">)/, `$1${rendered}`))
}
