import { build } from 'vite';
import { brotliCompressSync } from 'node:zlib';
const top=process.argv[2];
const code=process.argv[3]??`import { load } from 'fairwasm';
  export const audit = async (columns) => (await load()).audit(columns).report();`;
const id='\0program';
const {output}=await build({configFile:false,root:top,logLevel:'silent',plugins:[{name:'p',resolveId:(n)=>n==='program'?id:undefined,load:(n)=>n===id?code:undefined}],build:{write:false,modulePreload:false,rolldownOptions:{input:'program',preserveEntrySignatures:'strict'}}});
const chunks=new Map(output.map(c=>[c.fileName,c]));const needed=new Set();
const visit=f=>{if(needed.has(f))return;needed.add(f);for(const n of chunks.get(f).imports)visit(n)};
visit(output.find(c=>c.isEntry).fileName);
const rows=[];
for(const f of needed){const c=chunks.get(f);for(const [m,v] of Object.entries(c.modules))rows.push([v.renderedLength,m.replace(top,'')])}
rows.sort((a,b)=>b[0]-a[0]);
for(const r of rows.slice(0,70))console.log(r.join('\t'));
console.log('total brotli',brotliCompressSync([...needed].map(f=>chunks.get(f).code).join('\n')).length, 'raw',[...needed].map(f=>chunks.get(f).code.length));
