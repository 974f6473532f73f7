import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Finds the site's root: the nearest folder above the address that has its hashmap.json, a file that VitePress writes there. A file server
 * returns 404.html at any depth, so relative links would lead nowhere.
 */
const findRoot = `(async()=>{
const parts=location.pathname.split('/')
for(let end=parts.length-1;end>0;end--){
const root=parts.slice(0,end).join('/')+'/'
const found=await fetch(root+'hashmap.json').then((r)=>r.ok&&r.json()).catch(()=>false)
if(found){document.querySelector('a').href=root+'index.html';return}
}})()`

const page = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Page not found · ${title}</title>
<link rel="icon" href="data:,">
<style>
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;gap:8px;padding:24px;box-sizing:border-box;text-align:center;
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:light-dark(#fff,#0f1116);color:light-dark(#14171f,#eef0f4)}
main{display:contents}
p{margin:0;max-width:44ch;color:light-dark(#5b6472,#a3abb8)}
h1{margin:0;font-size:28px;line-height:1.2;font-weight:600}
a{display:inline-flex;align-items:center;min-height:44px;margin-top:16px;padding:0 20px;border-radius:10px;background:#3656e3;color:#fff;font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid light-dark(#3656e3,#8ea2ff);outline-offset:2px}
</style>
</head>
<body>
<main>
<p>404</p>
<h1>Page not found</h1>
<p>The address may be old or mistyped. The start page has a search of the whole documentation.</p>
<a href="./">Go to the start page</a>
</main>
<script>${findRoot}</script>
</body>
</html>
`

/** Replaces VitePress' 404.html, whose relative links work in the top folder only, by a page that needs no other file. */
export const writeNotFoundPage = (outDir: string, title: string): Promise<void> =>
  writeFile(join(outDir, '404.html'), page(title))
