import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EegateError } from '../api/index.js';
import { foreignModel, namedByContent } from './foreign_model.js';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const codeOf = (text: string) => foreignModel(bytes(text))?.code ?? null;

describe('a file that is no model', () => {
  it.each([
    ['', 'FORMAT_EMPTY'],
    ['0       X X X X', 'FORMAT_EDF'],
    ['\xffBIOSEMI', 'FORMAT_BDF'],
    ['PK\x03\x04\x00\x00archive/data.pkl', 'FORMAT_PYTORCH'],
    ['PK\x03\x04\x14\x00config.json', 'FORMAT_ZIP'],
    ['\x80\x02}q\x00(', 'FORMAT_PICKLE'],
    ['\x80\x04\x95\x0a\x00', 'FORMAT_PICKLE'],
    ['\x89HDF\r\n\x1a\n', 'FORMAT_HDF5'],
    ['\x08\x08\x12\x07pytorch', 'FORMAT_ONNX'],
    ['\n<!DOCTYPE html><html>', 'FORMAT_HTML'],
    ['version https://git-lfs.github.com/spec/v1', 'FORMAT_LFS_POINTER'],
    ['{"version": 1}', 'FORMAT_JSON'],
    ['onset,duration\n1,2', 'FORMAT_TEXT'],
  ])('%j is %s', (beginning, code) => expect(codeOf(beginning)).toBe(code));

  it('is named in words, with what to do', () =>
    expect(foreignModel(bytes('0       X X X X'))).toMatchObject({
      message: 'This is an EDF recording, not a model file of eegate',
      hint: 'Open it as a recording',
    }));
});

describe('what begins like a model', () => {
  it('is not taken for something else', () => {
    const model = readFileSync('web/page/public/models/eyes8.safetensors');
    expect(foreignModel(model)).toBeNull();
    expect(codeOf('\x20\x00\x00\x00\x00\x00\x00\x00{"a":')).toBeNull();
  });
  it('nor are bytes that nobody knows', () => expect(codeOf('\x01\x02\x03\x04')).toBeNull());
});

describe('a model that is refused', () => {
  const refused = new EegateError({
    code: 'ST_HEADER_TOO_LARGE',
    message: '727905341920923785 bytes',
  });
  const named = (thrown: unknown, text: string) => namedByContent(thrown, bytes(text).buffer);
  it('because it is none is called what it is', () => {
    expect(named(refused, '<!DOCTYPE html>')).toMatchObject({ code: 'FORMAT_HTML' });
    expect(named(refused, '\x01\x02\x03')).toBe(refused);
    const told = new EegateError({ code: 'FORMAT_HTML', message: 'This is an HTML page' });
    expect(named(told, '<!DOCTYPE html>')).toMatchObject({
      message: 'This is an HTML page, not a model file of eegate',
    });
  });
  it('for another reason is refused for that', () => {
    const other = new EegateError({ code: 'MODEL_VALUE', message: 'out of range' });
    expect(named(other, '<!DOCTYPE html>')).toBe(other);
  });
});
