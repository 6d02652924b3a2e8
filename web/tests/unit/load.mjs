/** Imports a module of the app that imports nothing but types. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export function load(name) {
  const source = readFileSync(new URL(`../../src/lib/${name}.ts`, import.meta.url), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}
