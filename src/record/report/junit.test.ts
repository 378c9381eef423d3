import { describe, expect, it } from 'vitest';
import { junitXml } from './junit.ts';
import { xmlText } from './xml-text.ts';

describe('JUnit XML', () => {
  it('has a test case per expectation and a failure per problem', () => {
    const xml = junitXml({
      name: 'park & stop',
      time: 1.23456,
      expectations: [
        { name: 'stops in time', metric: 'gap', value: 3, unit: 'm', min: 2, pass: true },
        {
          name: 'says "<stop>"',
          metric: 'speed',
          value: 1,
          unit: 'm/s',
          max: 0,
          pass: false,
          problem: 'speed is 1 m/s, expected at most 0 m/s\nsecond line',
        },
      ],
    });
    expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0" time="1.235">
  <testsuite name="park &amp; stop" tests="2" failures="1" errors="0" time="1.235">
    <testcase classname="park &amp; stop.gap" name="stops in time" time="0"/>
    <testcase classname="park &amp; stop.speed" name="says &quot;&lt;stop&gt;&quot;" time="0">
      <failure type="expectation" message="speed is 1 m/s, expected at most 0 m/s&#10;second line">speed is 1 m/s, expected at most 0 m/s&#10;second line</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it('replaces what XML cannot hold', () => {
    expect(xmlText('a\u0000b\ud800c\udc00d\u0001😀')).toBe('a\ufffdb\ufffdc\ufffdd\ufffd😀');
    expect(xmlText(`<script>"it's"</script>&amp;`)).toBe('&lt;script&gt;&quot;it&apos;s&quot;&lt;/script&gt;&amp;amp;');
  });
});
