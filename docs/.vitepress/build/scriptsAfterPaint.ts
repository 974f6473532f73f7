const moduleScript = /\s*<script type="module" src="([^"]+)"><\/script>/g
const modulePreload = /\s*<link rel="modulepreload" href="([^"]+)">/g

const sourcesIn = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, source = '']) => source)

/** Runs in the page. A background tab is not painted, so it does not wait. */
const loader = (preloads: readonly string[], scripts: readonly string[]): string => `(()=>{
const add=(name,members)=>document.head.append(Object.assign(document.createElement(name),members))
const load=()=>{
for(const href of ${JSON.stringify(preloads)})add('link',{rel:'modulepreload',href})
for(const src of ${JSON.stringify(scripts)})add('script',{type:'module',async:false,src})
}
const afterPaint=()=>new PerformanceObserver((_,observer)=>{observer.disconnect();load()}).observe({type:'paint',buffered:true})
addEventListener('load',()=>document.hidden?load():afterPaint())
})()`

/**
 * Loads the scripts of a built page after its first paint: it is complete without them, and on a slow network they would delay the style
 * sheet that it waits for.
 *
 * @throws Error if the page has no script, that is, if VitePress writes them differently
 */
export const scriptsAfterPaint = (html: string): string => {
  const scripts = sourcesIn(html, moduleScript)
  if (scripts.length === 0) throw new Error('The page loads no script: VitePress writes script elements differently.')
  const script = `<script>${loader(sourcesIn(html, modulePreload), scripts)}</script>`
  return html.replaceAll(moduleScript, '').replaceAll(modulePreload, '').replace('</head>', `${script}\n  </head>`)
}
