import { describe, expect, it } from 'vitest';
import * as messages from './index.ts';
import { findMessageType, messageTypes, Odometry, StringMessage } from './index.ts';

describe('the catalogue', () => {
  it('finds types by full and short name', () => {
    expect(findMessageType('nav_msgs/msg/Odometry')).toBe(Odometry);
    expect(findMessageType('nav_msgs/Odometry')).toBe(Odometry);
    expect(findMessageType('std_msgs/String')).toBe(StringMessage);
  });

  it('names the nearest types of an unknown name', () => {
    expect(() => findMessageType('nav_msgs/Odometri')).toThrow(
      /^nav_msgs\/Odometri: no such message type; the nearest are nav_msgs\/Odometry, /,
    );
    expect(() => findMessageType('__proto__')).toThrow(/no such message type/);
  });

  it('holds every exported type once', () => {
    const exported = Object.values(messages).filter((value) => typeof value === 'object' && 'decode' in value);
    expect(new Set(exported)).toEqual(new Set(messageTypes.values()));
    expect(exported).toHaveLength(messageTypes.size);
  });
});
